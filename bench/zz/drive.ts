import { spawn } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { readFileSync, readdirSync } from 'node:fs';
import { runningPostgres } from '#services/platform/postgres/embedded-postgres.ts';
import { signIn } from '/work/main/bench/http/session.ts';
import { client } from '/work/main/bench/http/client.ts';
const folder = process.argv[2]!;
const trace = process.argv[3] !== 'no';
const child = spawn(process.execPath, ['/work/main/services/main.ts'], { env: { PATH: process.env['PATH'], HOME: process.env['HOME'], DEMO: '0', LOG_LEVEL: 'warn', DATI_DIR: folder, PORT: '7123', ...(trace ? { NODE_OPTIONS: '--import /tmp/trace.mjs' } : {}), ...(process.env['PROF'] ? { NODE_OPTIONS: '--cpu-prof --cpu-prof-dir=/tmp/prof' } : {}) }, stdio: ['ignore', 'ignore', 'inherit'] });
const base = 'http://127.0.0.1:7123';
for (;;) { const s = await fetch(base + '/api/salute').then((r) => r.json(), () => null) as { stato?: string; proiezioni?: { ritardo: number }[] } | null; if (s?.stato === 'ok' && (s.proiezioni ?? []).every((p) => p.ritardo === 0)) break; await delay(200); }
const database = (await runningPostgres(folder))!;
const token = await signIn(folder, database);
const mine = client(base, token);
const values = { manutenzione: { matricola: 'B0001', data: '2026-11-20', descrizione: 'misura', ore_km: 12.5 } };
const create = () => mine.call('POST', '/api/manutenzioni', { manutenzione: { ...values.manutenzione, descrizione: `misura ${Math.random()}` } });
const update = () => mine.call('PUT', '/api/manutenzioni', { manutenzione: { id: 1 + Math.floor(Math.random() * 1000), descrizione: `misura ${Math.random()}` } });
const cpu = () => { const out: Record<string, number> = {}; for (const pid of readdirSync('/proc').filter((x) => /^\d+$/.test(x))) { try { const st = readFileSync(`/proc/${pid}/stat`, 'utf8'); const f = st.slice(st.lastIndexOf(')') + 2).split(' '); const cmd = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim(); const t = (Number(f[11]) + Number(f[12])) * 10; if (Number(pid) === child.pid) out['node'] = t; else if (Number(pid) === process.pid) out['client'] = t; else if (cmd.includes('postgres')) out['pg ' + pid + ' ' + cmd.slice(0, 60)] = t; } catch {} } return out; };
const used = async (name: string, n: number, f: () => Promise<unknown>) => { const a = cpu(); await f(); const b = cpu(); let pg = 0; const rows: [string, number][] = []; for (const k in b) { const d = (b[k]! - (a[k] ?? 0)) / n; if (k.startsWith('pg')) { pg += d; if (d > 0.15) rows.push([k, d]); } } console.log(name, 'cpu ms each: node', ((b['node']! - a['node']!) / n).toFixed(2), 'client', ((b['client']! - a['client']!) / n).toFixed(2), 'pg', pg.toFixed(2)); for (const [k, d] of rows) console.log('   ', d.toFixed(3), k); };
const timed = async (name: string, f: () => Promise<unknown>, n: number) => { const times: number[] = []; for (let i = 0; i < n; i++) { const t = performance.now(); await f(); times.push(performance.now() - t); } times.sort((a, b) => a - b); console.log(name, 'median', times[n >> 1]!.toFixed(2), 'p90', times[Math.floor(n * 0.9)]!.toFixed(2)); };
const many = async (name: string, f: () => Promise<unknown>, n: number) => { const t = performance.now(); const times: number[] = []; let left = n; await Promise.all(Array.from({ length: 16 }, async () => { while (left-- > 0) { const a = performance.now(); await f(); times.push(performance.now() - a); } })); times.sort((a, b) => a - b); console.log(name, (n / (performance.now() - t) * 1000).toFixed(0) + '/s', 'p50', times[n >> 1]!.toFixed(1), 'p99', times[Math.floor(n * 0.99)]!.toFixed(1)); };
await timed('warm', create, 300); await timed('warm u', update, 300);
if (trace) {
  for (const [n, f] of [['create', create], ['update', update]] as const) {
    child.kill('SIGUSR2'); await delay(50); for (let i = 0; i < 3; i++) await f(); child.kill('SIGUSR2'); await delay(200);
    console.log(`== ${n}`); console.log(readFileSync('/tmp/trace.out', 'utf8'));
  }
} else {
  for (let r = 0; r < 3; r++) { await used('create', 500, () => timed('create', create, 500)); await used('update', 500, () => timed('update', update, 500)); await used('create16', 2000, () => many('create16', create, 2000)); await many('update16', update, 2000); }
  const one = () => mine.call('GET', '/api/manutenzioni?chiave=5'); await timed('one', one, 800); await timed('session', () => mine.call('GET', '/api/sessione'), 800); await timed('one', one, 800);
  await timed('asof', () => mine.call('GET', `/api/storico/stato?tabella=macchinari&id=${process.argv[4] ?? 'B0001'}&versione=500`).catch(() => {}), 300);
}
mine.close(); child.kill('SIGTERM');
