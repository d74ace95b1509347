import { Type } from '@sinclair/typebox'
import { json } from '../../http/params'

export function storageKeys() {
  return json(Type.Array(Type.String(), { maxItems: 1_000 }), {
    optional: true,
    description: 'All of them unless given',
    example: ['last_run'],
  })
}
