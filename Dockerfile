# One image for the three roles of the portal; docker-compose.yml gives each its --role.
FROM node:24-slim AS dependencies
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# Node comes with the image and PostgreSQL with its own: no install script is needed
RUN npm ci --omit=dev --omit=optional --workspaces=false --ignore-scripts

FROM node:24-slim AS web
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --workspaces=false --ignore-scripts
COPY tsconfig.json ./
COPY contracts contracts
COPY web web
RUN npm run build:web

FROM node:24-slim
ENV NODE_ENV=production
WORKDIR /app
COPY --from=dependencies /app/node_modules node_modules
COPY package.json ./
COPY contracts contracts
COPY projections projections
COPY services services
COPY workers workers
COPY deploy deploy
COPY --from=web /app/web/dist web/dist
# a new named volume takes the owner of the folder it is mounted on
RUN install -d -o node -g node /dati /archivio /salvataggi
USER node
EXPOSE 3000
ENTRYPOINT ["node", "services/main.ts"]
CMD ["--role", "all"]
