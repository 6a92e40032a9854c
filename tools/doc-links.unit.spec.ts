import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const PAGES = globSync(['*.md', 'docs/**/*.md'], { cwd: ROOT });
/** Matches the target of a Markdown link, and the address of a picture in HTML. */
const LINK = /\]\(([^)\s]+)\)|(?:src|srcset|href)="([^"]+)"/g;

/** Returns the relative addresses of a page, without the anchor. */
function relativeLinks(page: string): string[] {
  const text = readFileSync(join(ROOT, page), 'utf8').replace(/```[\s\S]*?```|`[^`\n]*`/g, '');
  return [...text.matchAll(LINK)]
    .map(([, link = '', address = '']) => (link || address).replace(/#.*$/, ''))
    .filter((link) => link !== '' && !/^[a-z]+:/.test(link));
}

describe('links of the documentation', () => {
  it.each(PAGES)('%s names files that exist', (page) => {
    expect(relativeLinks(page).filter((link) => !existsSync(join(ROOT, dirname(page), link)))).toEqual([]);
  });

  it('reach every page from the README', () => {
    const reached = reachable();
    expect(PAGES.filter((page) => !reached.has(page))).toEqual([]);
  });
});

/** Returns the pages that the links of README.md lead to, over any number of pages. */
function reachable(): ReadonlySet<string> {
  const seen = new Set(['README.md']);
  for (const page of seen)
    for (const link of relativeLinks(page)) if (PAGES.includes(join(dirname(page), link))) seen.add(join(dirname(page), link));
  return seen;
}
