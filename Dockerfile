# Builds the command.
FROM node:24.21.0-alpine AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY tsconfig.json tsconfig.build.json ./
COPY scripts/build.js scripts/source.js scripts/
COPY scripts/build scripts/build
COPY src src
RUN npm run --silent build

# Fetches what the command needs at run time.
FROM node:24.21.0-alpine AS dependencies
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund

FROM node:24.21.0-alpine
ENV NODE_ENV=production
WORKDIR /app
COPY LICENSE package.json ./
COPY --from=dependencies /app/node_modules node_modules
COPY --from=build /app/dist dist
# The user "node", by its number: Kubernetes can't tell of a name that it is not root's.
USER 1000:1000
EXPOSE 8000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=5s CMD ["node", "dist/entries/health.js"]
ENTRYPOINT ["node", "dist/entries/node.js"]
