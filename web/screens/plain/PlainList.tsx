// a separate entry, so that plain lists get a chunk of their own
export { RegisterList as PlainList } from '../../registers/list/RegisterList.tsx';
