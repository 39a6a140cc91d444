import { createApi, fetchBaseQuery } from '@reduxjs/toolkit/query';

export const service: { url: string; token: string | undefined } = { url: '', token: undefined };

export const api = createApi({
  baseQuery: (request, store, extra) =>
    fetchBaseQuery({
      baseUrl: service.url,
      prepareHeaders: (headers) => {
        if (service.token !== undefined) headers.set('PRIVATE-TOKEN', service.token);
      },
    })(request, store, extra),
  endpoints: () => ({}),
});
