import { walk } from './walk.ts';

walk('capo', 'scrivania');
walk('capo', 'telefono');
walk('operaio', 'scrivania');
walk('operaio', 'telefono');
