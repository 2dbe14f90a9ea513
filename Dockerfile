# The service in a container: docs/operations.md says how to run it. No secret is taken while it is built.
FROM node:24-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json ./
# Install scripts only fetch a Node of their own, and this image has one.
RUN npm ci --ignore-scripts --no-audit --no-fund

FROM packages AS web
COPY vite.config.ts tsconfig.json tsconfig.web.json tsconfig.build.json ./
COPY assets ./assets
COPY scripts/web-build ./scripts/web-build
COPY src ./src
RUN NODE_ENV=production node node_modules/vite/bin/vite.js build

FROM packages AS needed
RUN npm prune --omit=dev --ignore-scripts --no-audit --no-fund

FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data NODE_COMPILE_CACHE=/tmp/compiled
WORKDIR /app
COPY --from=needed /app/node_modules ./node_modules
COPY package.json ./
COPY assets ./assets
COPY db ./db
COPY --from=web /app/dist/web ./dist/web
COPY src/core ./src/core
COPY src/contract ./src/contract
COPY src/server ./src/server
# Files are put here where no object store is set; everything else of the image can be read only.
RUN mkdir /data && chown node:node /data
VOLUME /data
USER node
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/livez').then((a) => process.exit(a.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "src/server/main.ts"]
