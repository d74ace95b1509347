import { mkdir, open, rm } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import path from 'node:path'
import type { Config } from '../config/config'
import type { CreatedRealm } from '../chat/actions/realms/create-realm'

/** The generated login of the owner cannot be written to its file. */
export class LoginNotKeptError extends Error {
  override name = 'LoginNotKeptError'

  constructor(folder: string, cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    super(
      `What was made up for the owner to log in with cannot be written into ${folder} (${reason}), and it ` +
        'is not shown where there is no terminal. So no organization was made. Set DATA_DIR to a ' +
        'folder that this account may write to, or set PARLEY_OWNER_PASSWORD and PARLEY_OWNER_API_KEY.',
      { cause },
    )
  }
}

/** The generated credentials of a new organization's owner, without those that the operator set. */
export interface MadeUpLogin {
  email: string
  password?: string
  api_key?: string
}

/** The generated part of a new owner's login; undefined if the operator set all of it. */
export function madeUpLogin(
  { owner: told }: Pick<Config, 'owner'>,
  { owner, password, apiKey }: Pick<CreatedRealm, 'owner' | 'password' | 'apiKey'>,
): MadeUpLogin | undefined {
  const isKeyTold = told.apiKey !== undefined
  if (isKeyTold && password === undefined) return undefined
  return {
    email: owner.email,
    ...(password === undefined ? {} : { password }),
    ...(isKeyTold ? {} : { api_key: apiKey }),
  }
}

/**
 * A file in `DATA_DIR`, readable for the server's account alone, with the generated login of the owner. It
 * replaces the terminal: other outputs end in logs, which many read and nobody deletes.
 */
export class LoginFile {
  /** Path of the file, once it is written. */
  path: string | undefined

  constructor(private readonly config: Pick<Config, 'dataDir' | 'owner'>) {}

  /**
   * Writes the generated credentials, if any. Call it before the new organization is committed: when it
   * fails, there is none, and the next start tries again.
   *
   * @throws LoginNotKeptError
   */
  async keep(created: CreatedRealm): Promise<void> {
    const login = madeUpLogin(this.config, created)
    if (!login) return
    const folder = path.resolve(this.config.dataDir)
    try {
      // Also with PostgreSQL, which keeps nothing else there.
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await this.write(folder, `${JSON.stringify(login, null, 2)}\n`)
    } catch (error) {
      throw new LoginNotKeptError(folder, error)
    }
  }

  private async write(folder: string, text: string): Promise<void> {
    const { file, handle } = await this.openFile(folder)
    try {
      await handle.writeFile(text)
      // From its commit on the organization survives a power cut, and so must this file.
      await handle.sync()
    } catch (error) {
      await rm(file, { force: true }).catch(() => undefined)
      throw error
    } finally {
      await handle.close()
    }
    this.path = file
  }

  /**
   * A new name: the file of an earlier start may hold the only login of another organization. A retry of the
   * same start overwrites its own file.
   */
  private async openFile(folder: string): Promise<{ file: string; handle: FileHandle }> {
    if (this.path !== undefined) return { file: this.path, handle: await open(this.path, 'w') }
    for (let number = 1; ; number += 1) {
      const file = path.join(folder, `owner-login${number === 1 ? '' : `-${number}`}.json`)
      const handle = await open(file, 'wx', 0o600).catch(undefinedIfThere)
      if (handle) return { file, handle }
    }
  }
}

function undefinedIfThere(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'EEXIST') throw error
}
