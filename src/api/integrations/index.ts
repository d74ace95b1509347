import { readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, extname, join } from 'node:path'
import { isIntegration, type Integration } from './integration'

/** Files beside the integrations that are none. Folders are never looked into. */
const MACHINERY = ['errors', 'index', 'integration']

/** Source files when run by ts-node or jest, compiled ones in a build. */
const EXTENSION = extname(__filename)

const load = createRequire(__filename)

/**
 * The integrations of a folder by name, in the order of their names. Each file
 * exports one, whose name is that of the file.
 *
 * @throws Error, which keeps the server from starting, for a file without or
 * with several integrations, a name that is not the file's, or one used twice
 */
export function discoverIntegrations(folder: string): Map<string, Integration> {
  const found = new Map<string, Integration>()
  for (const file of readdirSync(folder).sort()) {
    const name = basename(file, EXTENSION)
    const isModule = extname(file) === EXTENSION && !file.endsWith('.d.ts')
    if (!isModule || MACHINERY.includes(name)) continue

    const integration = onlyIntegrationOf(join(folder, file))
    const key = kebabCase(integration.name)
    if (found.has(key)) throw new Error(`Two integrations are named ${integration.name}`)
    if (key !== kebabCase(name)) {
      throw new Error(`Integration ${integration.name} does not belong in ${file}`)
    }
    found.set(key, integration)
  }
  return new Map([...found.values()].map((integration) => [integration.name, integration]))
}

function onlyIntegrationOf(path: string): Integration {
  const exported = Object.values(load(path) as Record<string, unknown>)
  const [integration, ...others] = exported.filter(isIntegration)
  if (!integration || others.length > 0) {
    throw new Error(
      `${path} must export one integration, not ${others.length + (integration ? 1 : 0)}`,
    )
  }
  return integration
}

function kebabCase(name: string): string {
  return name.replaceAll('_', '-')
}

const integrations = discoverIntegrations(__dirname)

/** @param name as in the URL */
export function findIntegration(name: string): Integration | undefined {
  return integrations.get(name)
}

export function listIntegrations(): Integration[] {
  return [...integrations.values()]
}
