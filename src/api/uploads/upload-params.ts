import { integer, text } from '../../http/params'

/** The parts of an upload's address; by the name nothing is found. Source: client notes 9.5. */
export const uploadParams = {
  realm_id: integer({ min: 0, description: 'Id of the organisation' }),
  key: text({ pattern: /^[0-9a-f]{32}$/, description: 'What nobody can guess' }),
  filename: text({ maxLength: 1000, description: 'For people to read' }),
}

/** Files do not change, but who may read them does. */
export const uploadCaching = 'private, max-age=3600'
