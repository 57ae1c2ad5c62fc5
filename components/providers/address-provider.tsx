'use client'
import { NuqsAdapter } from 'nuqs/adapters/next/app'

/** For pages with filters and steps in the URL; other pages don't load it. */
export const AddressProvider = NuqsAdapter
