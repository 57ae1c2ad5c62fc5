# One image for web and worker; PostgreSQL and the provider are elsewhere (compose.yaml shows them together).
FROM node:24-slim AS build
WORKDIR /accord
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY . .
RUN node_modules/.bin/prisma generate && node_modules/.bin/next build

FROM node:24-slim
WORKDIR /accord
ENV NODE_ENV=production NEXT_MANUAL_SIG_HANDLE=1 DATA_DIR=/data
COPY --from=build --chown=node:node /accord /accord
RUN mkdir /data && chown node:node /data
USER node
EXPOSE 3000
CMD ["node", "node_modules/.bin/next", "start", "--hostname", "0.0.0.0", "--port", "3000", "--keepAliveTimeout", "130000"]
