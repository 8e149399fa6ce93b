/** `npm run strings`: prints every sentence that people see. */
import { readArgs, startCommand } from './cli-exit.ts'
import { listStrings } from './strings/list.ts'

startCommand(`
Usage: npm run strings

Prints every sentence that people see, by source file, for proofreading: screens, emails, public pages, errors and
reports. {} stands for a value. To change a sentence, change its source.
`)

readArgs({})
console.log(listStrings())
