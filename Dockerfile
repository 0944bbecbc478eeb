# The static binary on an empty image. Build the binary first:
#   cargo build --release --target x86_64-unknown-linux-musl      (with `--features remote` it reads s3://, gs://, az://, https://)
#   docker build -t cg-bundle .
#   docker run --rm -v "$PWD:/repo:ro" cg-bundle onboarding --no-store
FROM scratch
ARG BINARY=target/x86_64-unknown-linux-musl/release/cg-bundle
COPY ${BINARY} /usr/local/bin/cg-bundle
COPY LICENSE-APACHE LICENSE-MIT /usr/share/licenses/cg-bundle/
ENV PATH=/usr/local/bin
WORKDIR /repo
USER 65532:65532
ENTRYPOINT ["/usr/local/bin/cg-bundle"]
CMD ["--help"]
