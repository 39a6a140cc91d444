# What Debian's libgitlab-api-v4-perl shows of each error. Reads what it starts from as JSON on stdin, prints the status
# and the message of each error as JSON. See errors.ts.
use strict;
use warnings;
use GitLab::API::v4;
use JSON;

my $json  = JSON->new->utf8->allow_nonref->canonical;
my $given = $json->decode( do { local $/; <STDIN> } );

sub client_of {
    my ($name) = @_;
    return GitLab::API::v4->new( url => "$given->{url}/api/v3", private_token => $given->{$name} );
}

# The library puts the status and the start of the response into its message.
sub refusal {
    my ($call) = @_;
    my $result;
    return $result // 'undefined' if eval { $result = $call->(); 1 };
    return $@ =~ /\(HTTP (\d+)\): (.*)/ ? [ $1 + 0, $2 ] : "$@";
}

my $ada = client_of('ada');
my ( $project, $issue ) = ( $given->{project}, $given->{issue} );

sub create_issue {
    my ($length) = @_;
    return sub { $ada->create_issue( $project, { title => 'Long', description => 'x' x $length } ) };
}

my @calls = (
    unavailable  => create_issue(40_000),
    too_large    => create_issue(70_000),
    unauthorized => sub { client_of('nobody')->users() },
    forbidden    => sub { $ada->block_user( $given->{bob} ) },
    not_found    => sub { $ada->edit_issue( $project, 999_999, { title => 'x' } ) },
    unknown_route => sub { $ada->branches($project) },
    not_allowed  => sub {
        $ada->rest_client()->request( 'DELETE', 'user', [], { headers => { 'private-token' => $given->{ada} } } );
    },
    invalid     => sub { $ada->create_issue( $project, { title => '' } ) },
    unsupported => sub { $ada->issues( $project, { scope => 'all' } ) },
    conflict    => sub { $ada->create_issue_award_emoji( $project, $issue, { name => '100' } ) },
    unsupported_type => sub { $ada->create_project( { file => { avatar => $0 } } ) },
    limited => sub { $ada->create_issue_note( $project, $issue, { body => 'Second.' } ) },
);

my %answers;
while ( my ( $name, $call ) = splice @calls, 0, 2 ) { $answers{$name} = refusal($call); }
print $json->encode( \%answers );
