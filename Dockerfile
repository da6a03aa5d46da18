# SPDX-License-Identifier: GPL-2.0-only
#
# For systems that have no package of ns-3:
#   docker build -t ai-fabric .
#   docker run --rm -v "$PWD/results:/ai-fabric/results" ai-fabric run training
# Whatever follows "ai-fabric" is what ./ai-fabric takes; a scenario of your own needs a -v, too.

FROM debian:13
WORKDIR /ai-fabric
COPY . .
RUN ./ai-fabric run --list >/dev/null && rm -rf /var/lib/apt/lists/*
ENTRYPOINT ["./ai-fabric"]
CMD ["run"]
