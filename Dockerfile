# One worker. Without settings it serves alone, from the embedded database in /app/data:
#   docker run -p 9991:9991 -v parley:/app/data parley
# docker-compose.yml shows several on PostgreSQL and Redis.

FROM node:20-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY tsconfig.json tsconfig.build.json ./
COPY scripts/copy-assets.js ./scripts/
COPY src ./src
RUN npm run build && npm prune --omit=dev --no-audit --no-fund

FROM node:20-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=9991
WORKDIR /app
RUN mkdir -p data/uploads && chown -R node:node data
COPY LICENSE package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
# Migrations are read from beside dist.
COPY db ./db
USER node
EXPOSE 9991
# Node is process 1 and answers SIGTERM itself: it answers its parked polls and leaves.
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=5s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/ready').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# The flags are explained in src/main/node-flags.ts.
CMD ["node", "--single-threaded-gc", "--min-semi-space-size=64", "--max-semi-space-size=64", "dist/main.js"]
