import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { MailContent, MailRow } from '#contracts/modules/posta.ts';
import { api } from '#web/lib/api-client.ts';
import { saveFile } from '#web/ui/grid/download.ts';

interface MailPage {
  data: MailRow[];
  totale: number;
  smtp: boolean;
}

export function mailsOptions(page: number, rows: number) {
  return queryOptions({
    queryKey: ['posta', page, rows],
    queryFn: ({ signal }) => api.get<MailPage>('/api/posta', { query: { pagina: page, righe: rows }, signal }),
    placeholderData: keepPreviousData,
  });
}

export function mailOptions(nome: string) {
  return queryOptions({
    queryKey: ['posta', 'lettura', nome],
    queryFn: async ({ signal }) =>
      (await api.get<{ data: MailContent[] }>('/api/posta/lettura', { query: { nome }, signal })).data[0] ?? null,
    retry: false,
  });
}

/** Downloads a mail as a file for mail programs. */
export async function saveMail(nome: string): Promise<void> {
  saveFile(await api.blob('/api/posta', { query: { nome } }), nome);
}
