import { mkdtemp, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createIncoming } from '../../../../src/server/stores/files/incoming'
import { untilHolds } from '../../../support/until'

describe('the folder of incoming files', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'parley-incoming-'))
  })
  afterAll(() => rm(folder, { recursive: true }))

  const exists = (file: string) =>
    stat(file).then(
      () => true,
      () => false,
    )
  const age = (file: string) => utimes(file, new Date(0), new Date(0))

  it('keeps the old files of a running worker when another one sweeps it', async () => {
    const ours = createIncoming(folder, 20)
    const bucket = await ours.newPath()
    const abandoned = path.join(folder, 'abandoned')
    await writeFile(bucket, 'words')
    await writeFile(abandoned, '')
    await age(abandoned)
    await age(bucket)
    await untilHolds('it is marked', async () => (await stat(bucket)).mtimeMs > 0)

    await createIncoming(folder).newPath()
    expect(await Promise.all([bucket, abandoned].map(exists))).toEqual([true, false])
  })
})
