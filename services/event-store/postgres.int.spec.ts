import { proveConformita } from './conformance.ts';
import { bancoPostgres } from './postgres.prova.ts';

proveConformita('PostgreSQL', () => bancoPostgres());
