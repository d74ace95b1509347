import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'

const root = resolve(__dirname, '../..')
const folders = ['src', 'tests', 'scripts', 'db', 'docs', 'deploy']
const protocol = 'docs/protocol'
const textual = /\.(?:tsx?|js|cjs|mjs|css|lua|sql|md|yml|conf|template)$/

/** A text file of the project, named relative to the root. */
interface TextFile {
  name: string
  text: string
}

const files: readonly TextFile[] = [
  ...readdirSync(root).filter((name) => /\.(?:md|mjs|cjs|js)$/.test(name)),
  ...folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
      join(folder, name),
    ),
  ),
]
  .filter((name) => textual.test(name) && statSync(join(root, name)).isFile())
  .map((name) => ({ name, text: readFileSync(join(root, name), 'utf8') }))

const documents = files.filter(({ name }) => name.endsWith('.md'))

describe('the references in comments and documents', () => {
  it('name existing documents and anchors from the root', () => {
    const faults = files.flatMap((file) =>
      [...file.text.matchAll(/(?<![\w./-])docs\/[\w./-]+\.md(?:#([\w-]*))?/g)].flatMap((match) => {
        const [path = '', anchor] = match
        const isCitation = path.startsWith(`${protocol}/`) && !file.name.endsWith('.md')
        const fault =
          isCitation && anchor === undefined
            ? 'a citation names a rule by its anchor'
            : faultOf(path.replace(/#.*/, ''), anchor)
        return fault === undefined ? [] : [`${placeOf(file, match.index)}: ${path}: ${fault}`]
      }),
    )
    expect(faults).toEqual([])
  })

  it('include only relative links that have a target', () => {
    const faults = documents.flatMap((file) =>
      linksOf(file.text).flatMap(({ target, index }) => {
        const [path = '', anchor] = target.split('#')
        const name = path === '' ? file.name : join(dirname(file.name), decodeURI(path))
        const fault = faultOf(name, anchor)
        return fault === undefined ? [] : [`${placeOf(file, index)}: ${target}: ${fault}`]
      }),
    )
    expect(faults).toEqual([])
  })

  it('name existing files and folders of the program in documents', () => {
    const faults = documents
      .filter(({ name }) => name !== 'CHANGELOG.md')
      .flatMap((file) =>
        [
          ...file.text.matchAll(/`((?:src|tests|scripts|deploy)\/[\w./-]+|db\/migrations)`/g),
        ].flatMap(({ 1: path = '', index }) =>
          existsSync(join(root, path)) ? [] : [`${placeOf(file, index)}: ${path}: is not there`],
        ),
      )
    expect(faults).toEqual([])
  })

  it('name existing files of the program in comments', () => {
    const names = files.map(({ name }) => `/${name}`)
    const faults = files
      .filter(({ name }) => !name.endsWith('.md'))
      .flatMap((file) =>
        [...file.text.matchAll(/^\s*(?:\/?\*|\/\/|--|#) .*$/gm)].flatMap(({ 0: comment, index }) =>
          [...comment.matchAll(/(?<![\w./-])((?:[\w-]+\/)+[\w.-]+\.(?:tsx?|mjs|css|lua|sql))\b/g)]
            .map(([, path = '']) => path)
            .filter((path) => !names.some((name) => name.endsWith(`/${path}`)))
            .map((path) => `${placeOf(file, index)}: ${path}: is not there`),
        ),
      )
    expect(faults).toEqual([])
  })

  it('cite no source outside of the repository', () => {
    // Characters between two words of a comment that may span lines.
    const gap = String.raw`[\s*/#-]+`
    const outside = new RegExp(
      `(?:protocol|client)${gap}notes\\b|(?<!Open)API${gap}document\\b`,
      'gi',
    )
    const faults = files
      .filter(({ name }) => name !== relative(root, __filename))
      .flatMap((file) =>
        [...file.text.matchAll(outside)].map(
          (match) => `${placeOf(file, match.index)}: "${match[0]}" is not in the repository`,
        ),
      )
    expect(faults).toEqual([])
  })
})

describe('documents', () => {
  it('have unique anchors', () => {
    const faults = documents.flatMap((file) => {
      const seen = new Set<string>()
      return [...withoutCode(file.text).matchAll(/<a id="([^"]*)">/g)].flatMap((match) => {
        const [, anchor = ''] = match
        const isNew = !seen.has(anchor)
        seen.add(anchor)
        return isNew ? [] : [`${placeOf(file, match.index)}: #${anchor} is there already`]
      })
    })
    expect(faults).toEqual([])
  })

  it('are all listed in the README of the protocol if they are part of it', () => {
    const readme = readFileSync(join(root, protocol, 'README.md'), 'utf8')
    const unlisted = documents
      .map(({ name }) => name)
      .filter((name) => dirname(name) === protocol && !name.endsWith('README.md'))
      .filter((name) => !readme.includes(`](${relative(protocol, name)})`))
    expect(unlisted).toEqual([])
  })
})

/** Fault of a reference; undefined if its target exists. */
function faultOf(name: string, anchor: string | undefined): string | undefined {
  if (!existsSync(join(root, name))) return 'there is no such file'
  if (anchor === undefined || !name.endsWith('.md')) return undefined
  return anchorsOf(name).has(anchor) ? undefined : 'the file has no such anchor'
}

const anchorsByName = new Map<string, ReadonlySet<string>>()

/** Explicit anchors of a document, and the automatic anchors of its headings. */
function anchorsOf(name: string): ReadonlySet<string> {
  let anchors = anchorsByName.get(name)
  if (!anchors) {
    const text = withoutFences(readFileSync(join(root, name), 'utf8'))
    const explicit = [...text.matchAll(/<a id="([^"]*)">/g)].map(([, anchor = '']) => anchor)
    const headings = [...text.matchAll(/^#{1,6} +(.*)$/gm)].map(([, heading = '']) => heading)
    anchors = new Set([...explicit, ...slugsOf(headings)])
    anchorsByName.set(name, anchors)
  }
  return anchors
}

/** Slugs as GitHub makes them: repeated ones get a number. */
function slugsOf(headings: readonly string[]): string[] {
  const counts = new Map<string, number>()
  return headings.map((heading) => {
    const slug = heading
      .replace(/<[^>]*>/g, '')
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .trim()
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replace(/\s/g, '-')
    const count = counts.get(slug) ?? 0
    counts.set(slug, count + 1)
    return count === 0 ? slug : `${slug}-${count}`
  })
}

/** Relative links of a Markdown text, except in code. */
function linksOf(markdown: string): { target: string; index: number }[] {
  return [...withoutCode(markdown).matchAll(/\]\(<?([^()\s>]+)>?[^()]*\)|^\[[^\]]+\]: *(\S+)/gm)]
    .map((match) => ({ target: match[1] ?? match[2] ?? '', index: match.index }))
    .filter(({ target }) => !/^(?:[a-z][a-z0-9+.-]*:|\/)/i.test(target))
}

/** Replaces code in a Markdown text by blanks, so that indexes stay valid. */
function withoutCode(markdown: string): string {
  return withoutFences(markdown).replace(/(?<!`)(`+)(?!`)(?:(?!\n\n)[^])*?(?<!`)\1(?!`)/g, blank)
}

function withoutFences(markdown: string): string {
  return markdown.replace(/^( *)(```+|~~~+)[^]*?^\1\2/gm, blank)
}

function blank(code: string): string {
  return code.replace(/[^\n]/g, ' ')
}

/** Location such as `docs/queries.md:12`. */
function placeOf({ name, text }: TextFile, index: number): string {
  return `${name}:${text.slice(0, index).split('\n').length}`
}
