# The service in an image: docker build -t quire .   How to run it: docs/containers.md
# For builds that never change, name the base by its digest: --build-arg PYTHON=python:3.11-slim-bookworm@sha256:...
ARG PYTHON=python:3.11-slim-bookworm

FROM ${PYTHON} AS build
RUN apt-get update \
    && apt-get install -y --no-install-recommends gcc libc6-dev \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /src
COPY requirements.txt pyproject.toml setup.py compile_layout.py README.md LICENSE ./
COPY src src
# the console offers them: src holds links to them
COPY samples samples
# git, which knows the version, is not in the image: --build-arg VERSION=$(git describe --tags | sed s/^v//)
ARG VERSION=
ENV SETUPTOOLS_SCM_PRETEND_VERSION_FOR_QUIRE=$VERSION
# QUIRE_COMPILE=1 compiles the layout, as wheels do
RUN python -m venv /opt/quire \
    && /opt/quire/bin/pip install --no-cache-dir --require-hashes --requirement requirements.txt \
    && QUIRE_COMPILE=1 /opt/quire/bin/pip install --no-cache-dir --no-deps . \
    && /opt/quire/bin/python -m compileall -q /opt/quire/lib

FROM ${PYTHON}
RUN groupadd --gid 10001 quire \
    && useradd --uid 10001 --gid quire --home-dir /var/lib/quire --no-create-home --shell /usr/sbin/nologin quire \
    && install -d -o quire -g quire -m 0700 /var/lib/quire
COPY --from=build /opt/quire /opt/quire
ENV PATH=/opt/quire/bin:$PATH \
    PYTHONDONTWRITEBYTECODE=1 \
    QUIRE_DATA_DIR=/var/lib/quire \
    QUIRE_HOST=0.0.0.0
USER 10001:10001
WORKDIR /var/lib/quire
VOLUME /var/lib/quire
EXPOSE 8000
# of serve and api; a worker listens on no port, so its compose entry turns this off
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s \
    CMD ["python", "-c", "import http.client; c = http.client.HTTPConnection('127.0.0.1', 8000, timeout=4); c.request('GET', '/livez'); raise SystemExit(c.getresponse().status != 200)"]
ENTRYPOINT ["quire"]
CMD ["serve"]
