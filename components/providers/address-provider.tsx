'use client'
import { NuqsAdapter } from 'nuqs/adapters/next/app'

/** Around the pages whose filters and steps stand in the address; the others do without. */
export const AddressProvider = NuqsAdapter
