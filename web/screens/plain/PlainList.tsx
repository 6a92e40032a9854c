// a chunk of its own for lists that are no more than their register's: where the engine's module itself is asked for, it is already there
export { RegisterList as PlainList } from '../../registers/list/RegisterList.tsx';
