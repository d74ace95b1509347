import { asText } from './checked'
import { expectSuccess } from './expectations'
import type { Person } from './person'
import { picture } from './pictures'

/** The address of a new upload of a person; a picture by default. */
export async function uploadedBy(
  person: Person,
  name = 'picture.png',
  bytes?: Buffer,
  type?: string,
): Promise<string> {
  const response = await person.upload('/user_uploads', bytes ?? (await picture()), name, type)
  return asText(expectSuccess(response)['url'])
}
