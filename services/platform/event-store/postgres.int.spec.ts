import { conformanceTests } from './conformance.ts';
import { postgresBench } from './postgres.testing.ts';

conformanceTests('PostgreSQL', () => postgresBench());
