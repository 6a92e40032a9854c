import { Fragment, useEffect, useState } from 'react';
import { labelOf, type AnyRegister } from '#contracts/core/define-register.ts';
import { formatByte, formatNumber } from '#web/lib/format.ts';
import { isOnDevice, namesRecord } from '#web/lib/device.ts';
import type { Item } from '#web/offline/outbox/item.ts';
import { valuesOf } from '#web/offline/outbox/local-rows.ts';
import { useCatalogue } from '#web/registers/catalogue-context.ts';
import type { Waiting } from './waiting.ts';

/** Shows the typed values of an item, field by field, and its photos. */
export function ItemContent({ item, queue }: { item: Item; queue: Waiting }) {
  const def = useCatalogue().register(item.register ?? '');
  const values = def
    ? Object.entries(valuesOf(item)).filter(
        ([name, value]) => name !== def.key.field && value !== null && !(namesRecord(name) && isOnDevice(String(value))),
      )
    : [];
  return (
    <>
      {def && values.length > 0 ? (
        <dl className="dl num">
          {values.map(([name, value]) => (
            <Fragment key={name}>
              <dt>{labelOf(def, name)}</dt>
              <dd className="[overflow-wrap:anywhere]">{inWords(def, name, value)}</dd>
            </Fragment>
          ))}
        </dl>
      ) : null}
      {item.files === null ? null : <Files item={item} files={item.files} queue={queue} />}
    </>
  );
}

function inWords(def: AnyRegister, name: string, value: string | number | null): string {
  if (def.fields[name]?.kind === 'flag') return value === 1 ? 'Sì' : 'No';
  return typeof value === 'number' ? formatNumber(value, 4, 0) : String(value);
}

interface FilesProps {
  item: Item;
  files: NonNullable<Item['files']>;
  queue: Waiting;
}

function Files({ item, files, queue }: FilesProps) {
  const [shown, setShown] = useState<readonly string[]>([]);
  useEffect(() => {
    let urls: string[] = [];
    let mounted = true;
    void queue.files(item).then((parts) => {
      if (!mounted) return;
      urls = parts.map((part, i) => URL.createObjectURL(new Blob([part as Uint8Array<ArrayBuffer>], { type: files[i]?.type ?? '' })));
      setShown(urls);
    });
    return () => {
      mounted = false;
      for (const url of urls) URL.revokeObjectURL(url);
    };
  }, [item, files, queue]);
  return (
    <ul className="flex flex-wrap gap-3">
      {files.map((file, i) => (
        <li key={`${i}/${file.name}`} className="grid w-40 gap-1 text-label text-ink-3">
          {file.type.startsWith('image/') && shown[i] ? (
            <img src={shown[i]} alt={file.name} className="h-28 w-40 rounded-control object-cover" />
          ) : null}
          <span className="truncate">{file.name}</span>
          <span className="num">{formatByte(file.size)}</span>
        </li>
      ))}
    </ul>
  );
}
