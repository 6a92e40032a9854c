import { walk } from './walk.ts';

walk('admin', 'scrivania', true);
