# One worker. Without settings it serves alone, from the embedded database in /app/data:
#   docker run --name parley -p 9991:9991 -v parley:/app/data parley
#   docker exec parley cat data/owner-login.json      # the owner's login, made up by the first start
# docker-compose.yml runs several workers on PostgreSQL and Redis.

FROM node:24.11.1-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY tsconfig.json tsconfig.build.json ./
COPY scripts ./scripts
COPY src ./src
RUN npm run build && npm prune --omit=dev --no-audit --no-fund

FROM node:24.11.1-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=9991
WORKDIR /app
RUN mkdir -p data/uploads && chown -R node:node data
COPY LICENSE package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
# The web app and migrations are read from beside dist.
COPY --from=build /app/dist-web ./dist-web
COPY db ./db
USER node
EXPOSE 9991
# Node is process 1 and answers SIGTERM itself: it answers its parked polls and leaves.
STOPSIGNAL SIGTERM
# A plain shell asks: starting node for each check would cost 4 % of a core.
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["bash", "-c", "exec 3<>/dev/tcp/127.0.0.1/$PORT && printf 'GET /ready HTTP/1.0\\r\\n\\r\\n' >&3 && read -r _ status _ <&3 && [ \"$status\" = 200 ]"]
# The flags are explained in src/server/start/node-flags.ts.
CMD ["sh", "-c", "exec node --single-threaded-gc ${DATABASE_URL:+--max-semi-space-size=16} dist/main.js"]
