import { addMessages } from '../messages/t.ts'

// Before the modules of the page, which translate their texts when they are loaded.
addMessages(import.meta.env.LANDING_MESSAGES)
