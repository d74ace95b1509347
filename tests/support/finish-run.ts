import { endOwnDatabase } from './run/own-database'

export = endOwnDatabase
