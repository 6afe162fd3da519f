"""What a process of the service keeps between requests; endpoints find it in the site."""
