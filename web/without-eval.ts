import * as z from 'zod'

// Compiling a contract to code is what the CSP forbids; zod would try as soon as one is made, and be refused and reported.
z.config({ jitless: true })
