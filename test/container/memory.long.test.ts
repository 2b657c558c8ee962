import { HEAVY_DOCUMENTS, testHeavyDocuments, useLittleMemory } from './support/heavy-documents.ts';

testHeavyDocuments(useLittleMemory(), Object.keys(HEAVY_DOCUMENTS));
