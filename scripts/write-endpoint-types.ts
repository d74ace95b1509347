/**
 * Rewrites the types of the endpoints' arguments and answers, from which callers take theirs.
 *
 *     npm run endpoint-types
 */
import { writeFileSync } from 'node:fs'
import { endpointTypesFile, writeEndpointTypes } from './lib/endpoint-types/write'

writeFileSync(endpointTypesFile, writeEndpointTypes())
