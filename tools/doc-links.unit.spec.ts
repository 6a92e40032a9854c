import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const PAGES = globSync(['*.md', 'docs/**/*.md'], { cwd: ROOT });
/** Matches the target of a Markdown link, and the address of a picture in HTML. */
const LINK = /\]\(([^)\s]+)\)|(?:src|srcset|href)="([^"]+)"/g;

interface Link {
  /** Path from the repository's root. */
  file: string;
  /** Text after `#`; empty without one. */
  anchor: string;
}

/** Returns the links of a page that lead to files of the repository. */
function relativeLinks(page: string): Link[] {
  const text = readFileSync(join(ROOT, page), 'utf8').replace(/```[\s\S]*?```|`[^`\n]*`/g, '');
  return [...text.matchAll(LINK)]
    .map(([, link = '', address = '']) => link || address)
    .filter((link) => !/^[a-z]+:/.test(link))
    .map((link) => {
      const [path = '', anchor = ''] = link.split('#');
      return { file: path === '' ? page : join(dirname(page), path), anchor };
    });
}

/** Returns the anchors that a forge gives the headings of a page. */
const anchorsOf = (page: string): string[] =>
  [...readFileSync(join(ROOT, page), 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} -]/gu, '')
      .replaceAll(' ', '-'),
  );

describe('links of the documentation', () => {
  it.each(PAGES)('%s names files that exist', (page) => {
    expect(relativeLinks(page).filter(({ file }) => !existsSync(join(ROOT, file)))).toEqual([]);
  });

  it.each(PAGES)('%s names headings that exist', (page) => {
    const toHeadings = relativeLinks(page).filter(({ anchor }) => anchor !== '');
    expect(toHeadings.filter(({ file, anchor }) => !anchorsOf(file).includes(anchor))).toEqual([]);
  });

  it('reach every page from the README', () => {
    const reached = reachable();
    expect(PAGES.filter((page) => !reached.has(page))).toEqual([]);
  });
});

/** Returns the pages that the links of README.md lead to, over any number of pages. */
function reachable(): ReadonlySet<string> {
  const seen = new Set(['README.md']);
  for (const page of seen) for (const { file } of relativeLinks(page)) if (PAGES.includes(file)) seen.add(file);
  return seen;
}
