export const INTESTAZIONE = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
export const SPREADSHEET = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';

const SEGNI: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\r': '&#13;' };

export function xml(testo: string): string {
  return testo.replaceAll(/[&<>"\r]/g, (segno) => SEGNI[segno] ?? segno);
}
