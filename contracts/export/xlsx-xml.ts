export const HEADER = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
export const SPREADSHEET = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\r': '&#13;' };

export function xml(text: string): string {
  return text.replaceAll(/[&<>"\r]/g, (character) => ENTITIES[character] ?? character);
}
