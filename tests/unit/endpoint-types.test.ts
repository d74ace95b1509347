import { readFileSync } from 'node:fs'
import { endpointTypesFile, writeEndpointTypes } from '../../scripts/lib/endpoint-types/write'

describe('the types of the endpoints', () => {
  it('match the declarations; `npm run endpoint-types` updates them', () => {
    expect(readFileSync(endpointTypesFile, 'utf8')).toBe(writeEndpointTypes())
  })
})
