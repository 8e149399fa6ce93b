/** `npm run strings`: every sentence that people see, into docs/strings.txt. */
import { writeFileSync } from 'node:fs'
import { printUsage, rejectArguments } from './cli-exit.ts'
import { listStrings, stringsFile } from './strings/list.ts'

printUsage(`
Usage: npm run strings

Writes docs/strings.txt: every sentence that people see, by source file, for proofreading and review.
`)

rejectArguments()
writeFileSync(stringsFile, listStrings())
console.log(`Wrote ${stringsFile}`)
