import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import ts from 'typescript'

/**
 * Transpiles the TypeScript of a folder into another: a process that compiles its own would have the compiler
 * in its memory while it is measured.
 */
export async function transpileFolder(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true })
  for (const name of await readdir(from)) {
    if (!name.endsWith('.ts')) continue
    const source = await readFile(path.join(from, name), 'utf8')
    const { outputText } = ts.transpileModule(source, { compilerOptions: usedCompilerOptions })
    await writeFile(path.join(to, name.replace(/\.ts$/, '.js')), outputText)
  }
}

const usedCompilerOptions: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2023,
  module: ts.ModuleKind.CommonJS,
  esModuleInterop: true,
}
