import { defineConfig } from 'prisma/config'

// `prisma generate` never runs the native schema engine but requires one and would download it: any executable works.
// Migrations are applied by scripts/migrate.mjs, which needs no engine.
process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= process.execPath

export default defineConfig({
  schema: 'prisma/schema.prisma',
  migrations: { path: 'prisma/migrations' },
  datasource: { url: process.env.DATABASE_URL ?? 'postgresql://accord@127.0.0.1:5432/accord' },
})
