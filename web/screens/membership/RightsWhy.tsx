import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState, type FormEvent } from 'react';
import { users } from '#contracts/registers/users.ts';
import { messageOf } from '#web/lib/api-client.ts';
import { useCatalogue } from '#web/registers/catalogue-context.ts';
import { allOptions } from '#web/registers/register.api.ts';
import { Badge } from '#web/ui/feedback/Badge.tsx';
import { Button } from '#web/ui/feedback/Button.tsx';
import { Note } from '#web/ui/feedback/Note.tsx';
import { Combobox } from '#web/ui/inputs/Combobox.tsx';
import { Field } from '#web/ui/inputs/Field.tsx';
import { TextInput } from '#web/ui/inputs/TextInput.tsx';
import { explainOptions, type Explanation, type RightsQuestion } from './rights.api.ts';

/** Asks for a user and a record, and shows what the user may do with it, and why. */
export function RightsWhy() {
  const { registers } = useCatalogue();
  const client = useQueryClient();
  const people = useQuery(allOptions(users));
  const [utente, setUtente] = useState<string | null>(null);
  const [tabella, setTabella] = useState<string | null>(null);
  const [id, setId] = useState('');
  const [openQuestion, setOpenQuestion] = useState<RightsQuestion | null>(null);
  const options = useMemo(
    () => ({
      people: (people.data ?? []).map((row) => ({ value: row.memberID, detail: row.custom1 ?? '' })),
      registers: registers.map(({ path, labels }) => ({ value: path, label: labels.many })),
    }),
    [people.data, registers],
  );
  const ask = (event: FormEvent) => {
    event.preventDefault();
    if (utente === null || tabella === null) return;
    const question = { utente, tabella, id: id.trim() };
    void client.invalidateQueries({ queryKey: explainOptions(question).queryKey });
    setOpenQuestion(question);
  };
  return (
    <section className="panel" aria-label="Perché">
      <form className="grid gap-4 p-4 md:grid-cols-[1fr_1fr_1fr_auto] md:items-end" noValidate onSubmit={ask}>
        <Field label="Utente">
          <Combobox value={utente} options={options.people} onChange={setUtente} />
        </Field>
        <Field label="Registro">
          <Combobox value={tabella} options={options.registers} onChange={setTabella} />
        </Field>
        <Field label="Record (vuoto: tutto il registro)">
          <TextInput value={id} onChange={setId} />
        </Field>
        <Button type="submit" variant="primary" disabled={utente === null || tabella === null}>
          PERCHÉ
        </Button>
      </form>
      {openQuestion ? <Answer question={openQuestion} /> : null}
    </section>
  );
}

function Answer({ question }: { question: RightsQuestion }) {
  const { data, error } = useQuery(explainOptions(question));
  return (
    <div className="border-t border-line px-4 py-3" role="status" aria-busy={!data && !error}>
      {error ? <Note tone="warn">{messageOf(error)}</Note> : data ? <Reasons explained={data} /> : null}
    </div>
  );
}

const RIGHTS = ['vede', 'modifica', 'elimina', 'inserisce'] as const;

function Reasons({ explained }: { explained: Explanation }) {
  return (
    <>
      <p className="flex flex-wrap gap-2">
        {RIGHTS.map((name) =>
          explained[name] === undefined ? null : (
            <Badge key={name} tone={explained[name] === 1 ? 'ok' : 'danger'}>
              {explained[name] === 1 ? name : `non ${name}`}
            </Badge>
          ),
        )}
      </p>
      <ul className="mt-2 flex flex-col gap-1 text-read">
        {explained.perche.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </>
  );
}
