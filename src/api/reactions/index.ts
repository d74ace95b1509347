import { addReactionEndpoint } from './add-reaction'
import { removeReactionEndpoint } from './remove-reaction'

export const reactionsEndpoints = [addReactionEndpoint, removeReactionEndpoint]
