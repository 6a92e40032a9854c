import { proveConformita } from './conformance.ts';
import { bancoPostgres } from './postgres.testing.ts';

proveConformita('PostgreSQL', () => bancoPostgres());
