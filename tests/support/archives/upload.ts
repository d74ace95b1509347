import { anyValue, shapedLike } from '../checked'
import { expectSuccess } from '../expectations'
import type { Person } from '../person'

/** Uploads an archive in parts. @returns the id of the import, which checks the archive next */
export async function uploadArchive(
  owner: Person,
  bytes: Buffer,
  name = 'team.zip',
): Promise<number> {
  const begun = await owner.post('/import/realm', { file_name: name, bytes: bytes.length })
  const { id, part_bytes: size } = shapedLike(expectSuccess(begun)['import'], {
    id: 0,
    part_bytes: anyValue,
  })
  for (let number = 0; number * Number(size) < bytes.length; number += 1) {
    const part = bytes.subarray(number * Number(size), (number + 1) * Number(size))
    expectSuccess(await owner.upload(`/import/realm/${id}/parts/${number}`, part, 'part'))
  }
  return id
}
