import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'

interface SourceFile {
  lines: number
  /** Files of `src` that it imports, types and parts that load later included. */
  imports: Set<string>
  /** Without imports of types, and without those that run later. */
  importsAtStart: Set<string>
}

/** Every TypeScript file of `src` by its path, components included. */
export type SourceGraph = Map<string, SourceFile>

const source = path.resolve(__dirname, '../../../src')

export function readSourceGraph(): SourceGraph {
  const files = readdirSync(source, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name))
  const known = new Set(files)
  return new Map(files.map((file) => [file, readSourceFile(file, known)]))
}

function readSourceFile(file: string, known: ReadonlySet<string>): SourceFile {
  const text = readFileSync(file, 'utf8')
  const fileOf = (stem: string) =>
    [`${stem}.ts`, `${stem}.tsx`, path.join(stem, 'index.ts')].find((name) => known.has(name))
  const filesOf = (names: readonly string[]) =>
    new Set(names.flatMap((name) => fileOf(path.resolve(path.dirname(file), name)) ?? []))
  const { importedFiles } = ts.preProcessFile(text, true, true)
  return {
    lines: text.split('\n').length - 1,
    imports: filesOf(importedFiles.map(({ fileName }) => fileName)),
    importsAtStart: filesOf(namesOfValues(ts.createSourceFile(file, text, ts.ScriptTarget.Latest))),
  }
}

/** Names of modules that statements load: imports and exports of more than types. */
function namesOfValues({ statements }: ts.SourceFile): string[] {
  return statements.flatMap((statement) => {
    if (!(ts.isImportDeclaration(statement) || ts.isExportDeclaration(statement))) return []
    const { moduleSpecifier: name } = statement
    if (!name || !ts.isStringLiteral(name)) return []
    const isOfTypes = ts.isImportDeclaration(statement)
      ? statement.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword
      : statement.isTypeOnly
    return isOfTypes ? [] : [name.text]
  })
}

/** The figures of a graph by description. */
export function describeGraph(graph: SourceGraph): Record<string, number | string> {
  const lines = [...graph.values()].map((file) => file.lines).sort((a, b) => a - b)
  const importers = new Map<string, number>()
  for (const { imports } of graph.values()) {
    for (const file of imports) importers.set(file, (importers.get(file) ?? 0) + 1)
  }
  const circles = findCircles(graph).map((circle) => circle.length)
  return {
    'source files': graph.size,
    'median of their lines': lines[Math.floor(lines.length / 2)] ?? 0,
    'files imported by one other': [...importers.values()].filter((count) => count === 1).length,
    'files of at most 25 lines': lines.filter((count) => count <= 25).length,
    'files of more than 250 lines': lines.filter((count) => count > 250).length,
    'circles of imports, types included': circles.length ? circles.join(', ') : 'none',
    ...describeFolders(graph),
  }
}

/** Counts the folders of `src` and their import cycles. */
function describeFolders(graph: SourceGraph): Record<string, number | string> {
  const atStart = findFolderCircles(graph, ({ importsAtStart }) => importsAtStart)
  const ofAll = findFolderCircles(graph, ({ imports }) => imports)
  return {
    'folders with code': new Set([...graph.keys()].map((file) => path.dirname(file))).size,
    'circles of folders at run time': nameCircles(atStart),
    'circles of folders, types included': nameCircles(ofAll),
    'imports of shared from a half': countImportsOfHalves(graph),
  }
}

/** Import cycles of folders, each by the names of its folders below `src`. */
export function findFolderCircles(
  graph: SourceGraph,
  importsOf: (file: SourceFile) => ReadonlySet<string>,
): string[][] {
  const folders = new Map<string, { imports: Set<string> }>()
  for (const [file, imported] of graph) {
    const folder = path.dirname(file)
    const { imports } = folders.get(folder) ?? { imports: new Set<string>() }
    for (const other of importsOf(imported)) {
      if (path.dirname(other) !== folder) imports.add(path.dirname(other))
    }
    folders.set(folder, { imports })
  }
  return findCircles(folders).map((circle) =>
    circle.map((folder) => path.relative(source, folder)).sort(),
  )
}

function nameCircles(circles: readonly string[][]): string {
  if (circles.length === 0) return 'none'
  const lines = circles.map((circle) => `\n  ${circle.length}: ${circle.join(', ')}`)
  return `${circles.length}${lines.join('')}`
}

/** Imports of the server's and the app's files, types included, by files that both run. */
function countImportsOfHalves(graph: SourceGraph): number {
  const isIn = (file: string, folder: string) =>
    file.startsWith(path.join(source, folder, path.sep))
  return [...graph]
    .filter(([file]) => isIn(file, 'shared'))
    .flatMap(([, { imports }]) => [...imports])
    .filter((file) => !isIn(file, 'shared')).length
}

/** Nodes by name, each with the names that it imports. */
type Graph = ReadonlyMap<string, { imports: ReadonlySet<string> }>

/** Import cycles: Tarjan's strongly connected components. */
function findCircles(graph: Graph): string[][] {
  const numbers = new Map<string, number>()
  const lowest = new Map<string, number>()
  const stack: string[] = []
  const circles: string[][] = []

  const visit = (file: string): number => {
    const number = numbers.size
    numbers.set(file, number)
    stack.push(file)
    let low = number
    for (const next of graph.get(file)?.imports ?? []) {
      if (!numbers.has(next)) low = Math.min(low, visit(next))
      else if (stack.includes(next)) low = Math.min(low, numbers.get(next) ?? low)
    }
    lowest.set(file, low)
    if (low === number) {
      const circle = stack.splice(stack.indexOf(file))
      if (circle.length > 1) circles.push(circle)
    }
    return low
  }
  for (const file of graph.keys()) if (!numbers.has(file)) visit(file)
  return circles
}
