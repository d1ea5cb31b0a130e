# Portage in a container: built in stages, run by a user that is not root, on a root file system that may be read-only.
# What is written lies in DATA_DIR (a volume), /tmp and .next/cache. Without settings it runs on the main networks: the
# sandbox's emulators are left out. With them: --build-arg OMIT=--omit=dev --build-arg SWAP_NETWORK=sandbox
ARG NODE_IMAGE=node:20.20.2-bookworm-slim
ARG OMIT="--omit=dev --omit=optional"
ARG SWAP_NETWORK=mainnet

# All packages, for building: most are bundled, and running needs few.
FROM ${NODE_IMAGE} AS packages
WORKDIR /app
COPY package.json package-lock.json ./
COPY lib/wallet/empty-connector lib/wallet/empty-connector
RUN npm ci --no-audit --no-fund

FROM packages AS build
ENV NEXT_TELEMETRY_DISABLED=1
COPY . .
# Source maps of the pages' server code are for nobody there.
RUN npm run build && rm -rf .next/cache .next/types && find .next/server -name '*.map' -delete

# Packages that running needs, and no others.
FROM ${NODE_IMAGE} AS runtime-packages
ARG OMIT
WORKDIR /app
ENV NODE_ENV=production
COPY package.json package-lock.json ./
RUN npm ci ${OMIT} --no-audit --no-fund

FROM ${NODE_IMAGE} AS run
ARG SWAP_NETWORK
WORKDIR /app
ENV NODE_ENV=production NEXT_TELEMETRY_DISABLED=1 SWAP_NETWORK=${SWAP_NETWORK} HOST=0.0.0.0 PORT=3000 DATA_DIR=/data HOME=/tmp
COPY --from=runtime-packages /app/node_modules node_modules
COPY --from=build /app/.next .next
COPY --from=build /app/package.json ./
# Read as they are.
COPY --from=build /app/lib/db/migrations lib/db/migrations
COPY --from=build /app/lib/docs/guides lib/docs/guides
COPY --from=build /app/lib/i18n/catalogs lib/i18n/catalogs
COPY --from=build /app/public public
RUN mkdir -p /data .next/cache && chown node:node /data .next/cache
USER node
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health/ready`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# Not by npm, which would keep the signal to stop for itself.
CMD ["node", "--max-semi-space-size=64", ".next/portage/server.js"]
