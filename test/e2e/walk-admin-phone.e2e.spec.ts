import { walk } from './walk.ts';

walk('admin', 'telefono', true);
