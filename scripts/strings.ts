/** `npm run strings`: prints every sentence that people see. */
import { printUsage, rejectArguments } from './cli-exit.ts'
import { listStrings } from './strings/list.ts'

printUsage(`
Usage: npm run strings

Prints every sentence that people see, by source file, for proofreading: screens, emails, public pages, errors and
reports. {} stands for a value. To change a sentence, change its source.
`)

rejectArguments()
console.log(listStrings())
