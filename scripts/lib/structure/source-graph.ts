import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'

interface SourceFile {
  lines: number
  /** Files of `src` that it imports, types included. */
  imports: Set<string>
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
  const imports = ts
    .preProcessFile(text, true, true)
    .importedFiles.map(({ fileName }) => path.resolve(path.dirname(file), fileName))
    .map((stem) =>
      [`${stem}.ts`, `${stem}.tsx`, path.join(stem, 'index.ts')].find((name) => known.has(name)),
    )
    .filter((name) => name !== undefined)
  return { lines: text.split('\n').length - 1, imports: new Set(imports) }
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

/** Counts the folders of `src/server/chat` and their import cycles. */
function describeFolders(graph: SourceGraph): Record<string, number | string> {
  const chat = path.join(source, 'server/chat')
  const folders = new Map<string, { imports: Set<string> }>()
  for (const [file, { imports }] of graph) {
    if (!file.startsWith(`${chat}${path.sep}`)) continue
    const folder = path.dirname(file)
    const imported = folders.get(folder)?.imports ?? new Set<string>()
    for (const other of imports) {
      const target = path.dirname(other)
      if (target !== folder && other.startsWith(`${chat}${path.sep}`)) imported.add(target)
    }
    folders.set(folder, { imports: imported })
  }
  const circles = findCircles(folders).map((circle) =>
    circle.map((folder) => path.relative(chat, folder)).join(' - '),
  )
  return {
    'folders of src/server/chat': folders.size,
    'circles of these folders': circles.length ? circles.join(', ') : 'none',
  }
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
