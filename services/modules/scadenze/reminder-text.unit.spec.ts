import { describe, expect, it } from 'vitest';
import type { DueItem } from '#contracts/modules/scadenze/board.ts';
import { dueItem } from '#contracts/modules/scadenze/due-item.testing.ts';
import { reminderText } from './reminder-text.ts';

const row = (more: Partial<DueItem> = {}): DueItem => dueItem({ nome: 'Cat <320>', ...more });
const written = (rows: DueItem[], notices = 0) =>
  reminderText({ giorno: '2026-11-23', ditta: 'Valborra & C.', portale: 'https://p.example.it/', rows, notices });

describe('il testo di un promemoria', () => {
  it('dice quante e quali, con il collegamento allo scadenzario', () => {
    const { subject, text, html } = written([
      row({ scadenza: '2026-11-20', giorni: -3, fascia: 'scaduto' }),
      row(),
      row({
        soggetto: 'lavoratore',
        id: '101',
        nome: 'Bassi Ugo',
        tipo: 'ci|patente',
        tipo_nome: 'Carta d’identità o Patente',
        scadenza: null,
        giorni: null,
        fascia: 'assente',
      }),
    ]);
    expect(subject).toBe('Scadenze del 2026-11-23: 3 promemoria');
    expect(text).toContain('In tutto: scadute 1, entro 7 giorni 1, assenti 1');
    expect(text).toContain('- Verifica funi e catene – Macchinario M1, Cat <320> – cantiere 0421: 2026-11-20, da 3 giorni');
    expect(text).toContain('https://p.example.it/home/scadenze?soggetto=macchina&id=M1&tipo=funi');
    expect(text).toContain('Lavoratore 101, Bassi Ugo');
    expect(text).toContain(': manca');
    expect(html).toContain('Cat &lt;320&gt;');
    expect(html).toContain('soggetto=macchina&amp;id=M1');
    expect(html).toContain('Valborra &amp; C.');
  });

  it('di un documento sanitario dice di chi e quando, non quale', () => {
    const { text, html } = written([
      row({ soggetto: 'lavoratore', id: '101', nome: 'Bassi Ugo', tipo: 'limitazione', tipo_nome: 'Limitazione', sanitario: 1 }),
    ]);
    expect(text).toContain('Documento sanitario – Lavoratore 101, Bassi Ugo');
    expect(`${text}${html}`).not.toMatch(/limitazione/i);
  });

  it('di moltissime mostra le prime, e dice quante altre', () => {
    const { text } = written(Array.from({ length: 1234 }, (_, at) => row({ id: `M${at}` })));
    expect(text).toContain('ENTRO 7 GIORNI (1.234)');
    expect(text.match(/^- /gm)).toHaveLength(200);
    expect(text).toContain('E altre 1.034: sono tutte nello scadenzario.');
  });

  it('dice quanti avvisi non sono letti, anche da soli, e di nessuno niente', () => {
    const both = written([row()], 2);
    expect(both.subject).toBe('Scadenze del 2026-11-23: 1 promemoria');
    expect(both.text).toContain('2 avvisi non letti nei commenti: https://p.example.it/home\n');
    expect(both.html).toContain('<a href="https://p.example.it/home">2 avvisi non letti nei commenti</a>');
    const alone = written([], 1);
    expect(alone.subject).toBe('Avvisi del 2026-11-23: 1 avviso non letto nei commenti');
    expect([alone.text, alone.html].filter((body) => body.includes('In tutto'))).toEqual([]);
    expect(written([row()]).text).not.toContain('avvis');
  });
});
