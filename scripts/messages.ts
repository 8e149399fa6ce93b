/** `npm run messages`: writes every message of the app to its translation files. */
import { readArgs, startCommand } from './cli-exit.ts'
import { updateMessages } from './messages/files.ts'

startCommand(`
Usage: npm run messages

Writes the message files of the app, {folder}/messages/{language}.po: adds messages that are new in the source, with
an empty translation, keeps translations, and drops messages that are no longer used.
`)

readArgs({})
const { files, missing } = updateMessages()
console.log(`Wrote ${files} files; ${missing} translations are missing`)
